/// Leads the reading of a page or of facets: start to anchor, anchor to positions, positions to
/// items. It guards the index with a timeout and a circuit breaker.
@NullMarked
package pagemark.pages.page;

import org.jspecify.annotations.NullMarked;
