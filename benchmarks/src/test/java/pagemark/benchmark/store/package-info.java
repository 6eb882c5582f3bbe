/// Pages and writes of one group in each kind of index, without HTTP and without a table: against
/// what the same database does by itself.
@NullMarked
package pagemark.benchmark.store;

import org.jspecify.annotations.NullMarked;
