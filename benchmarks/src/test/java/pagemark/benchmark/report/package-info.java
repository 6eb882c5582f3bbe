/// Writes a result: as JSON, as one HTML page with its plots, and into the documents that quote it.
@NullMarked
package pagemark.benchmark.report;

import org.jspecify.annotations.NullMarked;
