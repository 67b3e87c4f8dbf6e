import type { Sql } from "./sql.ts";
import type { Registered, Registration, Store, VersionRow, WorkflowRow } from "./types.ts";
import type { Writes } from "./writes.ts";

type Workflows = Pick<Store, "workflows" | "workflow" | "versions" | "version" | "bundle">;
type WorkflowWrites = Pick<Writes, "register" | "publish" | "unpublish">;

interface WorkflowColumns {
  readonly name: string;
  readonly latestVersion: number;
  readonly liveVersion: number | null;
  readonly registeredAt: number;
  readonly publishedAt: number | null;
}

const VERSION = "select no, name, version, digest, at as registeredAt from workflow_version";

const WORKFLOW = `
  select w.name, max(w.version) as latestVersion, max(w.at) as registeredAt,
    (select version from workflow_version where no = live.no) as liveVersion, live.at as publishedAt
  from workflow_version w left join live on live.name = w.name`;

/** Reads workflow versions and the live pointers. */
export function createWorkflows(sql: Sql): Workflows {
  const byVersion = sql.statement<VersionRow>(`${VERSION} where name = ? and version = ?`);
  const ofName = sql.statement<VersionRow>(`${VERSION} where name = ? order by version desc`);
  const list = sql.statement<WorkflowColumns>(`${WORKFLOW} group by w.name order by w.name`);
  const one = sql.statement<WorkflowColumns>(`${WORKFLOW} where w.name = ? group by w.name`);
  const bundle = sql.statement<{ bundle: string }>("select bundle from workflow_version where no = ?");
  return {
    workflows: () => list.all().map(workflowRow),
    workflow(name) {
      const row = one.one(name);
      return row && workflowRow(row);
    },
    versions: (name) => ofName.all(name),
    version: (name, version) => byVersion.one(name, version),
    bundle(versionNo) {
      const row = bundle.one(versionNo);
      if (row === undefined) throw new RangeError(`no workflow version ${versionNo}`);
      return row.bundle;
    },
  };
}

/** Writes workflow versions and the live pointers. */
export function createWorkflowWrites(sql: Sql): WorkflowWrites {
  const byDigest = sql.statement<VersionRow>(`${VERSION} where name = ? and digest = ?`);
  const byVersion = sql.statement<VersionRow>(`${VERSION} where name = ? and version = ?`);
  const newest = sql.statement<VersionRow>(`${VERSION} where name = ? order by version desc limit 1`);
  const insert = sql.statement(
    `insert into workflow_version(name, version, digest, deadline_ms, at, bundle)
     values(?1, (select coalesce(max(version), 0) + 1 from workflow_version where name = ?1), ?2, ?3, ?4, ?5)`,
  );
  const point = sql.statement(
    "insert into live values(?, ?, ?) on conflict do update set no = excluded.no, at = excluded.at",
  );
  const unpoint = sql.statement("delete from live where name = ?");

  function register({ name, digest, bundle, at }: Registration): Registered {
    return sql.transaction(() => {
      const known = byDigest.one(name, digest);
      if (known !== undefined) return { version: known, created: false };
      insert.run(name, digest, deadlineOf(bundle), at, bundle);
      return { version: byDigest.one(name, digest)!, created: true };
    });
  }

  function publish(name: string, version: number | undefined, at: number): VersionRow | undefined {
    return sql.transaction(() => {
      const row = version === undefined ? newest.one(name) : byVersion.one(name, version);
      if (row !== undefined) point.run(name, row.no, at);
      return row;
    });
  }

  return { register, publish, unpublish: (name) => unpoint.run(name) > 0 };
}

function workflowRow({ liveVersion, publishedAt, ...row }: WorkflowColumns): WorkflowRow {
  return { ...row, liveVersion: liveVersion ?? undefined, publishedAt: publishedAt ?? undefined };
}

/** Kept beside the bundle, so that an admission need not parse it. */
function deadlineOf(bundle: string): number | null {
  const { deadline_seconds: seconds } = JSON.parse(bundle) as { deadline_seconds?: number };
  return seconds === undefined ? null : Math.ceil(seconds * 1000);
}
