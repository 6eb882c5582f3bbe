/// Walks to a page as DynamoDB alone does, so that the web page can show what that takes. Enter at
/// [Walk].
///
/// 1. [SingleQuery] says whether one Query gives a listing's order, and makes the requests.
/// 2. [SingleQuery.FilterClause] writes the page's filters as a FilterExpression.
/// 3. [Walk] sends one Query after another, each from the LastEvaluatedKey of the one before, until
///    it has met the page's last item.
///
/// This package may use `pagemark.pages` for the scope of a page. A walk costs read capacity of the
/// listed table: at most 100 calls, 10 seconds and 300 read units.
@NullMarked
package pagemark.local.race;

import org.jspecify.annotations.NullMarked;
