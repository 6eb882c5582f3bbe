/// The index in Redis, without HTTP and without a table: what writes, filters and entries cost the
/// server, beside its plain commands.
@NullMarked
package pagemark.benchmark.redis;

import org.jspecify.annotations.NullMarked;
