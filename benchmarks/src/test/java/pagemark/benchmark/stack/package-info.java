/// The whole stack over HTTP: pages of every kind, rebuilds, cold starts, beside what one would do
/// without Pagemark on the same table.
@NullMarked
package pagemark.benchmark.stack;

import org.jspecify.annotations.NullMarked;
