/// Measures what Pagemark takes, beside what its peers take: `mvn -Pbenchmark`. Each benchmark
/// ([pagemark.benchmark.Benchmark]) records figures, tables, plots and every single run; the report
/// is an HTML page and a JSON file. PERFORMANCE.md quotes the result that is checked in.
@NullMarked
package pagemark.benchmark;

import org.jspecify.annotations.NullMarked;
