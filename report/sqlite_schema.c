/* Version 2. A change of a table is a new version with a line in CHANGES.md; a view may be added.
 */
#include "report/sqlite_schema.h"

#include <stddef.h>

const char *const portfolio_schema[] = {
        "CREATE TABLE results(id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, name TEXT, "
        "portfit TEXT NOT NULL, mode TEXT NOT NULL, gate TEXT NOT NULL, inputs INTEGER NOT NULL, "
        "source_files INTEGER NOT NULL, source_lines INTEGER NOT NULL, other_files INTEGER NOT "
        "NULL, operator_nodes INTEGER NOT NULL);",
        "CREATE TABLE targets(result INTEGER NOT NULL REFERENCES results, name TEXT NOT NULL, "
        "device TEXT, backend TEXT, backend_version TEXT, facts_date TEXT, facts INTEGER, "
        "PRIMARY KEY(result, name)) WITHOUT ROWID;",
        "CREATE TABLE workloads(result INTEGER NOT NULL REFERENCES results, name TEXT, entry TEXT, "
        "inputs INTEGER, found TEXT);",
        "CREATE TABLE workload_answers(result INTEGER NOT NULL REFERENCES results, workload TEXT "
        "NOT "
        "NULL, target TEXT NOT NULL, answer TEXT NOT NULL, reason TEXT);",
        "CREATE TABLE inputs(result INTEGER NOT NULL REFERENCES results, number INTEGER NOT NULL, "
        "path TEXT, kind TEXT, status TEXT, reason TEXT, lines INTEGER, nodes INTEGER, "
        "torch_version TEXT, PRIMARY KEY(result, number)) WITHOUT ROWID;",
        "CREATE TABLE graphs(result INTEGER NOT NULL REFERENCES results, number INTEGER NOT NULL, "
        "input INTEGER NOT NULL, name TEXT, stage TEXT, counted INTEGER NOT NULL, why_not TEXT, "
        "nodes INTEGER, operator_nodes INTEGER, host_nodes INTEGER, wrapper_nodes INTEGER, "
        "parameters INTEGER, parameter_bytes INTEGER, flops INTEGER, bytes INTEGER, "
        "PRIMARY KEY(result, number)) WITHOUT ROWID;",
        "CREATE TABLE operators(result INTEGER NOT NULL REFERENCES results, number INTEGER NOT "
        "NULL, operator TEXT NOT NULL, signature TEXT, kind TEXT NOT NULL, calls INTEGER NOT NULL, "
        "flops INTEGER, known INTEGER NOT NULL, came_from TEXT, path TEXT, line INTEGER, module "
        "TEXT, "
        "PRIMARY KEY(result, number)) WITHOUT ROWID;",
        "CREATE TABLE verdicts(result INTEGER NOT NULL REFERENCES results, operator INTEGER NOT "
        "NULL, target TEXT NOT NULL, mode TEXT NOT NULL, verdict TEXT NOT NULL, evidence TEXT, "
        "source TEXT, source_date TEXT, condition TEXT, calls INTEGER NOT NULL, "
        "PRIMARY KEY(result, operator, target, mode)) WITHOUT ROWID;",
        "CREATE TABLE exceptions(result INTEGER NOT NULL REFERENCES results, operator INTEGER NOT "
        "NULL, target TEXT NOT NULL, reason TEXT NOT NULL, until TEXT, PRIMARY KEY(result, "
        "operator, target)) WITHOUT ROWID;",
        "CREATE TABLE apis(result INTEGER NOT NULL REFERENCES results, api TEXT NOT NULL, calls "
        "INTEGER NOT NULL, path TEXT, line INTEGER);",
        "CREATE TABLE findings(result INTEGER NOT NULL REFERENCES results, number INTEGER NOT "
        "NULL, rule TEXT NOT NULL, title TEXT, severity TEXT NOT NULL, way TEXT NOT NULL, cause "
        "TEXT, path TEXT, line INTEGER, column INTEGER, end_line INTEGER, end_column INTEGER, "
        "function TEXT, message TEXT, replacement TEXT, guard TEXT, fingerprint TEXT NOT NULL, "
        "state TEXT NOT NULL, reached INTEGER NOT NULL, reason TEXT, until TEXT, PRIMARY "
        "KEY(result, number)) "
        "WITHOUT ROWID;",
        "CREATE TABLE finding_targets(result INTEGER NOT NULL REFERENCES results, finding INTEGER "
        "NOT NULL, target TEXT NOT NULL, severity TEXT NOT NULL, PRIMARY KEY(result, finding, "
        "target)) WITHOUT ROWID;",
        "CREATE TABLE totals(result INTEGER NOT NULL REFERENCES results, target TEXT NOT NULL, "
        "mode TEXT NOT NULL, verdict TEXT NOT NULL, operators INTEGER NOT NULL, unique_operators "
        "INTEGER NOT NULL, flops INTEGER NOT NULL, PRIMARY KEY(result, target, mode, verdict)) "
        "WITHOUT ROWID;",
        "CREATE TABLE islands(result INTEGER NOT NULL REFERENCES results, target TEXT NOT NULL, "
        "mode TEXT NOT NULL, islands INTEGER NOT NULL, operators INTEGER NOT NULL, crossings "
        "INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY(result, target, mode)) WITHOUT "
        "ROWID;",
        "CREATE TABLE effort(result INTEGER NOT NULL REFERENCES results, target TEXT NOT NULL, "
        "stage TEXT NOT NULL, portable INTEGER NOT NULL, p50_hours REAL, p80_hours REAL, "
        "p90_hours REAL, PRIMARY KEY(result, target)) WITHOUT ROWID;",
        "CREATE TABLE effort_items(result INTEGER NOT NULL REFERENCES results, target TEXT NOT "
        "NULL, id TEXT NOT NULL, title TEXT, part TEXT NOT NULL, class TEXT, places INTEGER, "
        "p50_hours REAL, p80_hours REAL, p90_hours REAL);",
        "CREATE TABLE not_scanned(result INTEGER NOT NULL REFERENCES results, reason TEXT, files "
        "INTEGER NOT NULL);",
        "CREATE INDEX verdicts_by_verdict ON verdicts(verdict, target);",
        "CREATE INDEX findings_by_cause ON findings(cause);",
        /* Where does each project stand on each target? */
        "CREATE VIEW answers AS SELECT r.id AS result, r.name, t.name AS target, r.mode, "
        "(SELECT count(DISTINCT f.cause) FROM finding_targets ft JOIN findings f ON f.result = "
        "ft.result AND f.number = ft.finding WHERE ft.result = r.id AND ft.target = t.name AND "
        "ft.severity = 'blocker' AND f.state = 'new' AND f.reached) AS causes_that_stop, "
        "(SELECT count(DISTINCT f.cause) FROM finding_targets ft JOIN findings f ON f.result = "
        "ft.result AND f.number = ft.finding WHERE ft.result = r.id AND ft.target = t.name AND "
        "ft.severity = 'major' AND f.state = 'new' AND f.reached) AS causes_to_change, "
        "(SELECT coalesce(sum(operators), 0) FROM totals s WHERE s.result = r.id AND s.target = "
        "t.name AND s.mode = r.mode AND s.verdict = 'unsupported') AS unsupported_calls, "
        "(SELECT coalesce(sum(operators), 0) FROM totals s WHERE s.result = r.id AND s.target = "
        "t.name AND s.mode = r.mode AND s.verdict = 'unknown') AS unknown_calls, "
        "r.operator_nodes AS all_calls, e.p50_hours, e.p80_hours, e.portable "
        "FROM results r JOIN targets t ON t.result = r.id LEFT JOIN effort e ON e.result = r.id "
        "AND e.target = t.name;",
        /* Which pieces of work come up in how many projects? */
        "CREATE VIEW causes AS SELECT f.cause, ft.target, ft.severity, count(DISTINCT f.result) AS "
        "results, count(*) AS places, min(f.title) AS title, min(f.way) AS way FROM findings f "
        "JOIN finding_targets ft ON ft.result = f.result AND ft.finding = f.number WHERE f.state "
        "= 'new' AND f.reached GROUP BY f.cause, ft.target, ft.severity;",
        /* Which operators would have to be supported, and who waits for them? */
        "CREATE VIEW missing_operators AS SELECT o.operator, v.target, v.mode, v.verdict, "
        "count(DISTINCT o.result) AS results, sum(v.calls) AS calls FROM verdicts v JOIN operators "
        "o ON o.result = v.result AND o.number = v.operator WHERE v.verdict NOT IN ('supported', "
        "'decomposed') GROUP BY o.operator, v.target, v.mode, v.verdict;",
        /* How far does the support reach, in calls? */
        "CREATE VIEW coverage AS SELECT result, target, mode, sum(operators) AS calls, "
        "sum(CASE WHEN verdict IN ('supported', 'decomposed') THEN operators ELSE 0 END) AS "
        "supported_calls FROM totals GROUP BY result, target, mode;",
        NULL};
