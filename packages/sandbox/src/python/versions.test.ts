import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const FOLDER = fileURLToPath(new URL("../../python", import.meta.url));
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".py"));

test.each(FILES)("%s is Python 3.9, with types that exist there", (name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  const parse = "import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 9))";
  expect(execFileSync("python3", ["-c", parse], { input: text, encoding: "utf8" })).toBe("");
  // `int | None` parses there as an operation and fails when it is evaluated; in quotes it is never evaluated.
  expect(text).not.toMatch(/(?:->|:) [\w.[\], ]+ \| /);
});

/** What is used of the library, all of it in Python 3.9 to 3.14. Look at all of them before a name is added. */
const USED = `
  builtins.__import__ collections.abc ctypes.CDLL ctypes.Structure ctypes.addressof ctypes.c_int ctypes.c_ulong
  ctypes.c_ushort ctypes.c_void_p ctypes.create_string_buffer ctypes.get_errno dataclasses.MISSING dataclasses.fields
  dataclasses.is_dataclass enum.Enum functools.lru_cache gc.collect gc.freeze importlib.import_module json.dumps json.loads
  marshal.dumps marshal.loads math.isfinite os.O_RDONLY os.WNOHANG os._exit os.close os.closerange os.execv os.fork
  os.getpid os.getppid os.kill os.listdir os.open os.path os.pipe os.read os.set_blocking os.stat os.sysconf os.wait4
  os.waitpid
  os.waitstatus_to_exitcode os.write platform.machine platform.system random.seed resource.setrlimit select.POLLIN
  select.poll signal.ITIMER_PROF signal.SIGCHLD signal.SIGKILL signal.SIGPROF signal.set_wakeup_fd signal.setitimer
  signal.signal struct.pack struct.unpack sys.argv sys.exit sys.modules sys.path sys.path_importer_cache sys.stderr
  sys.stdout sys.version sys.version_info types.CodeType types.FrameType types.ModuleType types.TracebackType typing.Any
  typing.Callable typing.Dict typing.ForwardRef typing.List typing.Literal typing.NamedTuple typing.Optional typing.Tuple
  typing.Union typing.get_args typing.get_origin typing.get_type_hints warnings.catch_warnings warnings.simplefilter`;

const LIST_USES = `
import ast, json, sys
uses = set()
for path in sys.argv[1:]:
    nodes = list(ast.walk(ast.parse(open(path).read())))
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names if alias.asname is None}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.level == 0 and not node.module.startswith("espalier"):
            uses.update(f"{node.module}.{alias.name}" for alias in node.names)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            uses.add(f"{node.value.id}.{node.attr}")
print(json.dumps(sorted(uses)))`;

test("nothing of the library is used that is not there from Python 3.9 to 3.14", () => {
  const paths = FILES.map((name) => join(FOLDER, name));
  const uses: unknown = JSON.parse(execFileSync("python3", ["-c", LIST_USES, ...paths], { encoding: "utf8" }));
  expect(uses).toEqual(USED.trim().split(/\s+/));
});
