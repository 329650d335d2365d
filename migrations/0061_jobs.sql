-- Jobs that run by cron expressions (study and platform administration, section 2.16), and what came of each run.
CREATE TABLE tasks (
  id              TEXT PRIMARY KEY,
  version         BIGINT NOT NULL,
  job_group       TEXT NOT NULL,        -- the system: software.id, or 'cardea' for the platform's own
  job_name        TEXT NOT NULL,
  name_key        TEXT NOT NULL,        -- folded
  job_type        BIGINT NOT NULL,      -- 1 bean, 2 HTTP
  status          BIGINT NOT NULL,      -- 0 running, 1 paused
  cron_expression TEXT NOT NULL,
  time_zone       TEXT NOT NULL,        -- of the IANA database
  workdays_of     TEXT,                 -- runs on the working days of this tenant alone; 'sys': of the global calendar
  bean_name       TEXT NOT NULL,
  method_name     TEXT NOT NULL,
  http_method     TEXT NOT NULL,
  http_url        TEXT NOT NULL,
  header          BYTEA,                -- sealed: it may have a key in it
  params          TEXT NOT NULL,
  remark          TEXT NOT NULL,
  built_in        BOOLEAN NOT NULL,
  next_run_at     BIGINT,               -- null: paused, or never again
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  deleted_at      BIGINT
);
CREATE UNIQUE INDEX tasks_name ON tasks (job_group, name_key) WHERE deleted_at IS NULL;
CREATE INDEX tasks_sorted ON tasks (name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_created ON tasks (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_due ON tasks (next_run_at, id) WHERE status = 0 AND deleted_at IS NULL AND next_run_at IS NOT NULL;
CREATE INDEX tasks_calendar ON tasks (workdays_of) WHERE deleted_at IS NULL AND workdays_of IS NOT NULL;

CREATE TABLE task_runs (
  id          TEXT PRIMARY KEY,
  task_id     TEXT NOT NULL REFERENCES tasks (id),
  cause       TEXT NOT NULL,            -- due | missed | manual
  due_at      BIGINT NOT NULL,
  state       TEXT NOT NULL,            -- waiting | running | ok | failed
  attempts    BIGINT NOT NULL,          -- begun; the latest is who may write what came of it
  lease_until BIGINT NOT NULL,          -- of the node that runs it; while it waits, when it may begin
  passed      BIGINT NOT NULL,          -- due times that passed while it ran
  actor       TEXT,                     -- who had it run
  params      TEXT NOT NULL,
  result      TEXT NOT NULL,
  started_at  BIGINT,
  finished_at BIGINT,
  created_at  BIGINT NOT NULL
);
-- One run for each time that a task is due, however many nodes plan it.
CREATE UNIQUE INDEX task_runs_due ON task_runs (task_id, due_at) WHERE cause <> 'manual';
-- A task does not run beside itself.
CREATE UNIQUE INDEX task_runs_one ON task_runs (task_id) WHERE state IN ('waiting', 'running');
CREATE INDEX task_runs_of_task ON task_runs (task_id, created_at, id);
CREATE INDEX task_runs_open ON task_runs (lease_until, id) WHERE state IN ('waiting', 'running');
CREATE INDEX task_runs_over ON task_runs (created_at, id) WHERE state IN ('ok', 'failed');
