/// What pages and entries cost in AWS, calculated from measured units and bytes and one file of
/// prices.
@NullMarked
package pagemark.benchmark.cost;

import org.jspecify.annotations.NullMarked;
