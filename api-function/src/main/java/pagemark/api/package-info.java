/// The API function: it answers a request with a page of items, or with counts of filter values.
/// [pagemark.pages] reads the pages.
///
/// Enter at [PageHandler]. A request takes these steps:
///
/// 1. [pagemark.api.front.FrontDoor] reads it from the event, `BasePath` takes its prefix away, and
///    `RequestPath` says what the path asks for.
/// 2. `RequestReader` takes the parameters apart, and asks [pagemark.pages.GroupQuery] to check
///    each value. The result is an `ApiRequest`.
/// 3. The query reads the page or the facets.
/// 4. `Answer` writes them with their `Links`, entity tag and rules for caches, and the front door
///    in the form that its front reads.
///
/// Whatever ends a request early is a `Problem`; `Failures` maps exceptions to it, and to lines of
/// the log. `Environment` reads the settings of a deployed function. `EventJson` reads events and
/// writes responses, in place of Lambda's mapping, which takes longer to load.
///
/// It may use the front door of pages ([pagemark.pages], its `error`, `scope` and `result`), the
/// listings, and Lambda's events. What a request costs is what its page costs.
@NullMarked
package pagemark.api;

import org.jspecify.annotations.NullMarked;
