export { StoreError, StoreLockedError, StoreOpenError, storingProblem } from "./errors.ts";
export { factId } from "./journal.ts";
export { openStore, type StoreOptions } from "./open.ts";
export type {
  Admission,
  AdmissionRefusal,
  Admitted,
  Batch,
  Detail,
  DetailInfo,
  JournalFact,
  KeyRow,
  NewFact,
  NewKey,
  Page,
  Registered,
  Registration,
  RunFilter,
  RunRow,
  RunSettings,
  RunStatus,
  Scope,
  Store,
  StoredFact,
  TraceContext,
  VersionRow,
  WorkflowRow,
} from "./types.ts";
