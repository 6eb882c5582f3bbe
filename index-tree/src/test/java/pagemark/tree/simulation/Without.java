package pagemark.tree.simulation;

import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.Item;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.request.Nodes;

/// What a schedule takes away, to see that it is needed.
///
/// @param waived writes whose condition is not checked, with the item as it is
/// @param nodes stands between the writer and the store
/// @param random draws for the writer
/// @param repairs whether refused records are repaired
/// @param leases whether records and rows can be too old
record Without(
    BiPredicate<Write, @Nullable Item> waived,
    UnaryOperator<Nodes> nodes,
    UnaryOperator<RandomGenerator> random,
    boolean repairs,
    boolean leases) {
  static final Without NOTHING =
      new Without((_, _) -> false, nodes -> nodes, random -> random, true, true);

  static Without condition(BiPredicate<Write, @Nullable Item> waived) {
    return new Without(waived, NOTHING.nodes, NOTHING.random, true, true);
  }

  static Without nodes(UnaryOperator<Nodes> nodes) {
    return new Without(NOTHING.waived, nodes, NOTHING.random, true, true);
  }
}
