// Run by tsx in a process of its own: prints what every form became.
import { accepted, notChecked } from "./index.ts";
import { report } from "./report.ts";

console.log(JSON.stringify({ ...report(accepted), ...report(notChecked) }));
