/// The web page of the local stack. None of it is deployed. Enter at [WebPage].
///
/// The page is plain files ([WebPage.Files]). It reads pages from the API's own paths. More paths
/// serve it: [ListingsRoute] describes the listings, and [RaceRoute] walks to a page as DynamoDB
/// alone does. [WebPage.RefusedRequest#requireOwn] keeps other web pages in the same browser away
/// from them.
///
/// This package may use `http` and `race`. It reads the index by its inspector, only to suggest
/// groups.
@NullMarked
package pagemark.local.page;

import org.jspecify.annotations.NullMarked;
