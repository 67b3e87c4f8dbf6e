import { createGateway, readConfig } from "@espalier/gateway";
import { createDataFolder } from "./data-folder.ts";

// A gateway in a process of its own, as `espalier serve` starts it. Its parent ends it by letting go of the channel.
const folder = createDataFolder();
const gateway = await createGateway({
  dataDirectory: folder.path,
  config: readConfig(JSON.parse(process.argv[2]!), process.env, "config"),
});
process.once("disconnect", () => void gateway.close({ graceMs: 0 }).finally(folder.remove));
process.send!(gateway.url);
