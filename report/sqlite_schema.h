/* Inside the SQLite writer: the tables and views of a portfolio (docs/portfolio.md). */
#ifndef REPORT_SQLITE_SCHEMA_H
#define REPORT_SQLITE_SCHEMA_H

/* Of the file: "pfit" and the version of the tables. */
enum { PORTFOLIO_ID = 0x70666974, PORTFOLIO_VERSION = 2 };

/* One statement each, ended by NULL. */
extern const char *const portfolio_schema[];

#endif
