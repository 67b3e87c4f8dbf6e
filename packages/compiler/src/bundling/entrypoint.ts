import { isSandboxGlobal } from "./sandbox-globals.ts";

// A script's own variable may not have one of these names.
const RESERVED =
  /^(?:arguments|async|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

/**
 * The global variable that holds a program's function: the function's own name, so that a bundle can be read, or
 * `program` where that name means something else.
 */
export function entrypointOf(name: string): string {
  const usable = /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.test(name) && !isSandboxGlobal(name);
  return usable ? name : "program";
}
