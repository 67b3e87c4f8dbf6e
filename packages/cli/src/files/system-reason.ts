const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a file of that name is in the way",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system can only be read",
  ENOSPC: "the disk is full",
  ELOOP: "its symbolic links go in a circle",
  ENAMETOOLONG: "the name is too long",
};

/**
 * Why the system refused, in words and without the path, which the message around it has already. `missing` is said
 * where a part of the path does not exist.
 */
export function systemReason(error: unknown, missing = REASONS["ENOENT"]): string {
  const { code = "", message } = error as { code?: string; message: string };
  return (code === "ENOENT" ? missing : REASONS[code]) ?? message;
}
