/// How the benchmarks measure: in turns, all runs kept, percentiles of them.
@NullMarked
package pagemark.benchmark.measure;

import org.jspecify.annotations.NullMarked;
