/* One loop over the two output pipes, a descriptor for signals, and the clock.
 *
 * Invariants: signals are blocked while the loop runs and arrive by signalfd, so no handler and no
 * global is needed; the child gets the mask back before it execs. This process is a subreaper
 * meanwhile: what the job leaves behind becomes a child of ours and is found in /proc. What
 * surprises: the end of the pipes is no end of the job, nor the other way round, since a process in
 * the background may hold a pipe open. */
#include "base/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSES_MOST = 16384, READ_BYTES = 1 << 16, QUICK_SAMPLES = 100 };

struct watch {
	const struct child_plan *plan;
	struct child_result *out;
	pid_t pid;
	int pipes[2], signals;
	double start, deadline; /* of the next step of ending it; 0: none */
	int step;               /* 0: running, 1: TERM was sent, 2: KILL was sent */
	uint32_t samples;
	double next_sample;
	bool ended;
	sigset_t old_mask;
};

static double clock_seconds(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------------ the process tree */

struct tree {
	uint32_t count;
	pid_t pids[PROCESSES_MOST];
};

static size_t read_small(const char *path, char *out, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, out, room - 1);

	if (fd >= 0)
		close(fd);
	out[n > 0 ? n : 0] = 0;
	return n > 0 ? (size_t)n : 0;
}

static void add_children(struct tree *tree, const char *path)
{
	char text[8192], *at = text, *end;

	read_small(path, text, sizeof text);
	for (;;) {
		long pid = strtol(at, &end, 10);

		if (end == at)
			return;
		at = end;
		if (pid > 1 && tree->count < PROCESSES_MOST)
			tree->pids[tree->count++] = (pid_t)pid;
	}
}

/* A process lists its children with the thread that made them. */
static void add_children_of(struct tree *tree, const char *process)
{
	char path[96];
	DIR *tasks;
	struct dirent *task;

	snprintf(path, sizeof path, "/proc/%s/task", process);
	tasks = opendir(path);
	while (tasks && (task = readdir(tasks)) && tree->count < PROCESSES_MOST) {
		if (task->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%s/task/%.20s/children", process, task->d_name);
		add_children(tree, path);
	}
	if (tasks)
		closedir(tasks);
}

/* Everything below this process. */
static void find_tree(struct tree *tree)
{
	tree->count = 0;
	add_children_of(tree, "self");
	for (uint32_t i = 0; i < tree->count; i++) {
		char process[16];

		snprintf(process, sizeof process, "%d", (int)tree->pids[i]);
		add_children_of(tree, process);
	}
}

static uint32_t signal_tree(int signal)
{
	struct tree tree;

	find_tree(&tree);
	for (uint32_t i = 0; i < tree.count; i++)
		kill(tree.pids[i], signal);
	return tree.count;
}

static void sample_memory(struct watch *w)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), sum = 0;
	struct tree tree;

	find_tree(&tree);
	for (uint32_t i = 0; i < tree.count; i++) {
		char path[64], text[256];
		unsigned long long size, resident;

		snprintf(path, sizeof path, "/proc/%d/statm", (int)tree.pids[i]);
		if (read_small(path, text, sizeof text) &&
		        sscanf(text, "%llu %llu", &size, &resident) == 2)
			sum += resident * page;
	}
	if (sum > w->out->peak_bytes)
		w->out->peak_bytes = sum;
	w->samples++;
}

/* ------------------------------------------------------------------ the child */

static _Noreturn void become(
        const struct child_plan *plan, const int *ends, const sigset_t *mask, int report)
{
	static const int defaults[] = {SIGPIPE, SIGXFSZ, SIGCHLD};
	int null = open("/dev/null", O_RDONLY), why;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
		signal(defaults[i], SIG_DFL);
	if (null >= 0 && dup2(null, 0) >= 0 && dup2(ends[CHILD_OUT], 1) >= 0 &&
	        dup2(ends[CHILD_ERR], 2) >= 0 && sigprocmask(SIG_SETMASK, mask, NULL) == 0)
		execvp(plan->argv[0], (char *const *)(uintptr_t)plan->argv);
	why = errno;
	if (write(report, &why, sizeof why) < 0)
		_exit(126);
	_exit(127);
}

struct ends {
	int out[2], err[2], report[2];
};

static bool open_ends(struct ends *e)
{
	*e = (struct ends){{-1, -1}, {-1, -1}, {-1, -1}};
	return pipe2(e->out, O_CLOEXEC) == 0 && pipe2(e->err, O_CLOEXEC) == 0 &&
	       pipe2(e->report, O_CLOEXEC) == 0;
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_ends(struct ends *e)
{
	for (int i = 0; i < 2; i++) {
		close_end(&e->out[i]);
		close_end(&e->err[i]);
		close_end(&e->report[i]);
	}
}

/* Starts it; 0 or the errno of what failed. */
static int start(struct watch *w, struct ends *e)
{
	int writing[2] = {e->out[1], e->err[1]}, failed = 0;
	ssize_t n;

	w->start = clock_seconds(CLOCK_MONOTONIC);
	w->out->started = clock_seconds(CLOCK_REALTIME);
	w->pid = fork();
	if (w->pid == 0)
		become(w->plan, writing, &w->old_mask, e->report[1]);
	if (w->pid < 0)
		return errno;
	setpgid(w->pid, w->pid);
	close_end(&e->out[1]);
	close_end(&e->err[1]);
	close_end(&e->report[1]);
	do
		n = read(e->report[0], &failed, sizeof failed);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return 0;
	waitpid(w->pid, NULL, 0);
	return failed ? failed : EIO;
}

/* ------------------------------------------------------------------ the loop */

static void take_usage(struct watch *w, const struct rusage *usage)
{
	uint64_t peak = (uint64_t)usage->ru_maxrss * 1024;

	w->out->user_seconds +=
	        (double)usage->ru_utime.tv_sec + (double)usage->ru_utime.tv_usec * 1e-6;
	w->out->system_seconds +=
	        (double)usage->ru_stime.tv_sec + (double)usage->ru_stime.tv_usec * 1e-6;
	if (peak > w->out->peak_bytes)
		w->out->peak_bytes = peak;
}

/* Every child that has ended: the job, and what it left behind. */
static void reap(struct watch *w)
{
	struct rusage usage;
	int status;
	pid_t pid;

	while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0) {
		take_usage(w, &usage);
		if (pid != w->pid)
			continue;
		w->ended = true;
		w->out->seconds = clock_seconds(CLOCK_MONOTONIC) - w->start;
		w->out->ended = clock_seconds(CLOCK_REALTIME);
		w->out->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		w->out->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	}
}

/* Reads what there is; false at the end of the pipe. */
static bool drain(struct watch *w, int stream)
{
	static const size_t most = READ_BYTES;
	char bytes[READ_BYTES];

	for (;;) {
		ssize_t n = read(w->pipes[stream], bytes, most);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno == EAGAIN;
		if (n == 0)
			return false;
		if (w->plan->output)
			w->plan->output(w->plan->context, (enum child_stream)stream,
			        (str){bytes, (size_t)n}, clock_seconds(CLOCK_MONOTONIC) - w->start);
		if ((size_t)n < most)
			return true;
	}
}

static void on_signals(struct watch *w)
{
	struct signalfd_siginfo info;

	while (read(w->signals, &info, sizeof info) == (ssize_t)sizeof info) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		if (w->out->passed_on) {
			signal_tree(SIGKILL);
			continue;
		}
		w->out->passed_on = (int)info.ssi_signo;
		/* To the group, as a terminal would. */
		kill(-w->pid, (int)info.ssi_signo);
		kill(-w->pid, SIGCONT);
	}
}

/* The next step when the time is up: ask, then kill. */
static void on_deadline(struct watch *w, double now)
{
	if (w->deadline <= 0 || now < w->deadline || w->ended)
		return;
	w->out->timed_out = true;
	signal_tree(w->step == 0 ? SIGTERM : SIGKILL);
	signal_tree(SIGCONT);
	w->deadline = now + (w->step == 0 ? w->plan->grace_seconds : 0.1);
	w->step++;
}

/* Often at first, for short jobs; never so often that looking takes more than a twentieth of a
 * core. */
static double sample_again(const struct watch *w, double began)
{
	double now = clock_seconds(CLOCK_MONOTONIC), cost = 20 * (now - began);
	double pause = w->samples < QUICK_SAMPLES ? 0.01 : 0.1;

	return now + (cost > pause ? cost : pause);
}

static int wait_ms(const struct watch *w, double now)
{
	double until = w->next_sample;

	if (w->deadline > 0 && w->deadline < until)
		until = w->deadline;
	return until <= now ? 0 : (int)((until - now) * 1000) + 1;
}

static void watch_it(struct watch *w)
{
	while (!w->ended) {
		struct pollfd p[] = {{w->pipes[CHILD_OUT], POLLIN, 0},
		        {w->pipes[CHILD_ERR], POLLIN, 0}, {w->signals, POLLIN, 0}};
		double now = clock_seconds(CLOCK_MONOTONIC);

		if (poll(p, 3, wait_ms(w, now)) < 0 && errno != EINTR)
			break;
		for (int i = 0; i < 2; i++)
			if (p[i].revents && !drain(w, i))
				close_end(&w->pipes[i]);
		if (p[2].revents)
			on_signals(w);
		now = clock_seconds(CLOCK_MONOTONIC);
		if (now >= w->next_sample) {
			sample_memory(w);
			w->next_sample = sample_again(w, now);
		}
		on_deadline(w, now);
		reap(w);
	}
}

/* Ends what is left: asks, waits a second, kills until nothing is there. */
static void clear_away(struct watch *w)
{
	double asked = clock_seconds(CLOCK_MONOTONIC);
	uint32_t left = signal_tree(0);

	w->out->left_running = left;
	if (left)
		signal_tree(SIGTERM);
	for (int i = 0; left && i < 2000; i++) {
		struct timespec pause = {0, 5000000};

		nanosleep(&pause, NULL);
		reap(w);
		left = signal_tree(clock_seconds(CLOCK_MONOTONIC) - asked > 1 ? SIGKILL : 0);
	}
	reap(w);
}

static void block_signals(struct watch *w)
{
	static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
		struct sigaction now;

		/* What is ignored (nohup) stays ignored. */
		if (sigaction(passed[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaddset(&set, passed[i]);
	}
	sigprocmask(SIG_BLOCK, &set, &w->old_mask);
	w->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool child_run(const struct child_plan *plan, struct child_result *out, const char **why)
{
	struct watch w = {.plan = plan, .out = out};
	int subreaper = 0, failed;
	struct ends ends;

	*out = (struct child_result){0};
	if (!open_ends(&ends)) {
		*why = strerror(errno);
		close_ends(&ends);
		return false;
	}
	prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	block_signals(&w);
	failed = start(&w, &ends);
	if (!failed) {
		w.pipes[CHILD_OUT] = ends.out[0];
		w.pipes[CHILD_ERR] = ends.err[0];
		fcntl(w.pipes[0], F_SETFL, O_NONBLOCK);
		fcntl(w.pipes[1], F_SETFL, O_NONBLOCK);
		w.next_sample = w.start;
		if (plan->limit_seconds > 0)
			w.deadline = w.start + plan->limit_seconds;
		watch_it(&w);
		for (int i = 0; i < 2; i++)
			if (w.pipes[i] >= 0)
				drain(&w, i);
		clear_away(&w);
		ends.out[0] = w.pipes[0];
		ends.err[0] = w.pipes[1];
	}
	close_ends(&ends);
	close_end(&w.signals);
	sigprocmask(SIG_SETMASK, &w.old_mask, NULL);
	prctl(PR_SET_CHILD_SUBREAPER, (unsigned long)subreaper);
	*why = failed ? strerror(failed) : NULL;
	return !failed;
}
