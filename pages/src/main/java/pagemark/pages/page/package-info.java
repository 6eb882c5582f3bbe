/// Leads the reading of a page or of facets: start to anchor, anchor to positions, positions to
/// items. It guards the index with a timeout and a circuit breaker.
///
/// Enter at `PageReader` and `FacetsReader`. A page costs one call of the index and one or two
/// round trips to DynamoDB; facets cost one call of the index. It may use all packages but
/// [pagemark.pages].
@NullMarked
package pagemark.pages.page;

import org.jspecify.annotations.NullMarked;
