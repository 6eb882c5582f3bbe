/// Measures what Pagemark takes, beside what its peers take: `mvn -Pbenchmark`. Each benchmark
/// ([pagemark.benchmark.Benchmark]) records figures, tables and every single run; the result is a
/// JSON file. PERFORMANCE.md quotes the one that is checked in.
@NullMarked
package pagemark.benchmark;

import org.jspecify.annotations.NullMarked;
