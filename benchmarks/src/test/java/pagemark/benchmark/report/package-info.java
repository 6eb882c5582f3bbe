/// Writes a result: as JSON, and into the documents that quote it.
@NullMarked
package pagemark.benchmark.report;

import org.jspecify.annotations.NullMarked;
