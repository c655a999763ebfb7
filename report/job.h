/* The record of a job: JSON (portfit-job/1, docs/job-record.md), and a summary for a terminal. */
#ifndef REPORT_JOB_H
#define REPORT_JOB_H

#include "assess/job_record.h"

struct job_report {
	const struct job_record *record;
	const struct job_summary *summary;
	str version;
	str written; /* where the record is; empty: nowhere */
};

void report_job_json(struct arena *arena, const struct job_report *report, struct buf *out);
void report_job_text(struct arena *arena, const struct job_report *report, struct buf *out);

#endif
