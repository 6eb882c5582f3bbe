/// The index as counted trees, whose items a store keeps, each by its key. It writes them on a
/// condition. Today this store is DynamoDB, and *units* are its capacity units.
///
/// A group is a counted B+tree, whose nodes are items. This one has ten entries. In reality a leaf
/// has about 30, and an inner node up to 100 children:
///
/// ```
/// key           item
/// HASH 0     N  root    children  (start) id 11 name 0 | from 60 id 12 name 1
/// .          C  counts  version 9: tally 0 = v4, 5 entries | tally 1 = v6, 5 entries
/// +-HASH 11  N  inner   children  (start) id 21 name 0 | from 30 id 24 name 2
/// | .        C  counts  version 4: tally 0 = v7, 3 | tally 2 = v1, 2
/// | +-HASH 21  N  leaf  version 7: 10 ann | 20 bob #310 | 25 cid
/// | +-HASH 24  N  leaf  version 1: 30 dan | 40 - #312   | 50 eve
/// +-HASH 12  N  inner   children  (start) id 23 name 0 | from 80 id 22 name 1
///   .        C  counts  version 6: tally 0 = v3, 2 | tally 1 = v5, 3
///   +-HASH 23  N  leaf  version 3: 60 fay | 70 gus
///   +-HASH 22  N  leaf  version 5: 80 hal | 90 ida #299 | 95 jon
/// ```
///
/// - A key has a hash of the group, the id of a node, 0 for the root, and the item's name. `N`
///   holds the node itself, and `C` its counts. A leaf has no `C`.
/// - A **place** is a position in the group, as bytes in the order of the list: here a number and a
///   name. Each leaf has a range of places.
/// - A **register** is what is known of a place: that an entry is there (`10 ann`, and its cell if
///   the listing has filters), or that one is there no more (`40 -`).
/// - A **stamp** (`#312`) is the number of the record that has said so. Records with a lower number
///   change nothing there. It goes after one to two days, and a register without entry goes with
///   it.
/// - A **tally** is the number of entries below a child, with the version of the child that had
///   them. `C` has one for each child, by the child's name, which is never used twice in a node.
///
/// The entry of rank 7: the root counts 5 below its first child, so it is the third below node 12.
/// Node 12 counts 2 below its first child, so it is the first of leaf 22: `80 hal`.
///
/// An entry at 35: leaf 24 is put as version 2 if it still has version 1. Then its tally is raised
/// in `C` of node 11 to v2, 3 entries, which makes these counts version 5; and the tally of node 11
/// in `C` of the root to v5, 6 entries. A tally is only replaced by one of a newer version, so it
/// can be raised late, twice, or by another writer.
///
/// The packages: `node` has the items, `request` is the port of the store (`Nodes`, `RootScan`,
/// `NodeScan`), `write` writes a group, `read` reads it. [TreeIndexWriter] and [TreeInspector] join
/// them to the ports of the index. The store gives the limits of nodes, and the size of an item
/// (`NodeLimits`).
///
/// This package may use all of these, and the ports of `index-core`.
@NullMarked
package pagemark.tree;

import org.jspecify.annotations.NullMarked;
