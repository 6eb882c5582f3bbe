/// Reads the followed table with consistent reads: single items by key ([TableItems]) and the whole
/// table in segments ([TableScan]). Rebuilds and audits scan; repairs and audits read by key. A
/// consistent read costs twice the read units of an eventually consistent one. This package may use
/// the DynamoDB client, and listings for the attributes to read.
@NullMarked
package pagemark.table;

import org.jspecify.annotations.NullMarked;
