/// The port of a store that keeps nodes.
///
/// A [NodeRequest] reads or writes items of the `node` package. [Nodes] sends a list of them, all
/// at once, and gives an [NodeAnswer] for each. A list costs one round trip. [RootScan] finds the
/// groups of a generation, [NodeScan] all nodes. [TornTree] tells whether a tree has lost one.
///
/// This package may use `node`.
@NullMarked
package pagemark.tree.request;

import org.jspecify.annotations.NullMarked;
