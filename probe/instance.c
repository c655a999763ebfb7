/* A link-local address, plain HTTP, one short answer: no library is worth loading for that. Amazon
 * wants a token first (IMDSv2), Google a header. The address is fixed; nothing else is ever asked.
 */
#include "probe/instance.h"

#include "base/file.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ASK_MS = 700, ANSWER_MOST = 4096, HTTP_PORT = 80 };

static const char address[] = "169.254.169.254";

str instance_request(struct arena *arena, const char *method, const char *path, const char *header)
{
	return arena_format(arena,
	        "%s %s HTTP/1.1\r\nHost: %s\r\n%s\r\nContent-Length: 0\r\nConnection: "
	        "close\r\n\r\n",
	        method, path, address, header);
}

bool instance_body(str answer, str *body)
{
	size_t end = str_find(answer, S("\r\n\r\n"));

	if (!str_starts(answer, S("HTTP/1.")) || answer.len < 12 || end == answer.len ||
	        !str_eq(str_slice(answer, 9, 12), S("200")))
		return false;
	*body = str_trim(str_from_at(answer, end + 4));
	return body->len > 0 && body->len < 256;
}

static bool wait_for(int fd, short events)
{
	struct pollfd p = {.fd = fd, .events = events};

	return poll(&p, 1, ASK_MS) == 1 && !(p.revents & (POLLERR | POLLNVAL));
}

static bool ask(struct arena *arena, str request, str *body)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(HTTP_PORT)};
	char *text = arena_alloc(arena, ANSWER_MOST, 1);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	size_t len = 0;
	ssize_t n = 0;
	bool ok;

	if (fd < 0)
		return false;
	inet_pton(AF_INET, address, &to.sin_addr);
	ok = (connect(fd, (const struct sockaddr *)&to, sizeof to) == 0 || errno == EINPROGRESS) &&
	     wait_for(fd, POLLOUT) &&
	     send(fd, request.ptr, request.len, MSG_NOSIGNAL) == (ssize_t)request.len;
	while (ok && len < ANSWER_MOST && wait_for(fd, POLLIN) &&
	        (n = read(fd, text + len, ANSWER_MOST - len)) > 0)
		len += (size_t)n;
	close(fd);
	return ok && instance_body((str){text, len}, body);
}

void instance_ask(struct env *env, struct record *record)
{
	str token, type, project;

	if (ask(env->keep,
	            instance_request(env->keep, "PUT", "/latest/api/token",
	                    "X-aws-ec2-metadata-token-ttl-seconds: 60"),
	            &token) &&
	        ask(env->keep,
	                instance_request(env->keep, "GET", "/latest/meta-data/instance-type",
	                        arena_cstr(env->keep,
	                                arena_format(env->keep, "X-aws-ec2-metadata-token: %.*s",
	                                        STR_ARG(token)))),
	                &type)) {
		record_put(record, S("system"), S("instance_type"), type);
		return;
	}
	if (ask(env->keep,
	            instance_request(env->keep, "GET", "/computeMetadata/v1/instance/machine-type",
	                    "Metadata-Flavor: Google"),
	            &project)) {
		record_put(record, S("system"), S("instance_type"), path_base(project));
		return;
	}
	diag_warning(env->diags, (struct place){.path = S("--instance-type")},
	        "no metadata service answers here; the instance type is not known");
}
