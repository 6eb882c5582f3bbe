/// Reads pages and counts of a group from its counted tree.
///
/// [TreeReader] is the entrance. It asks a [TreeQuery], a pure function of the nodes that are
/// known:
///
/// 1. The query walks down the tree ([RankSearch]). Of each node that it needs and does not know,
///    it takes note, and goes on as far as it can.
/// 2. All noted nodes are read in one round trip, and the query is asked again.
///
/// So a page of a group whose tree has L levels of inner nodes takes at most 1 + L round trips,
/// whatever its anchor, window and filters. To that end a search does not wait for an exact rank.
/// It notes all nodes that may be needed ([CountRange]).
///
/// [TreeReader.KeptNodes] has inner nodes of earlier reads. From these, the reader guesses which
/// nodes the page will need, and reads all of them anew in the first round trip, leaves included. A
/// page whose inner nodes are all kept takes one round trip. An answer never comes from a kept
/// node.
///
/// [ReadNodes] checks that the nodes of one read fit together. If they do not, a writer has just
/// changed the tree, or a replica is behind, and the reader reads them again, consistently.
///
/// This package may use `node` and `request`, and the ports of `index-core`.
@NullMarked
package pagemark.tree.read;

import org.jspecify.annotations.NullMarked;
