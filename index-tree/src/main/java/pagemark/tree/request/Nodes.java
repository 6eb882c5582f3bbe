package pagemark.tree.request;

import java.util.List;
import java.util.function.DoubleConsumer;
import pagemark.index.IndexException;

/// The port of a store that keeps nodes: sends it requests.
public interface Nodes {
  /// Sends requests, all at once and in no order.
  ///
  /// @return one answer for each, in order
  /// @throws MissingGenerationException if the store has nothing of the generation
  /// @throws IndexException.Unavailable if a request fails; each write may have been done or not
  List<NodeAnswer> send(List<? extends NodeRequest> requests);

  /// The same nodes, for a caller that asks what its requests consume.
  ///
  /// @param cost takes what reads cost, as the store counts it
  default Nodes metered(DoubleConsumer cost) {
    return this;
  }

  /// The store's name in errors.
  default String store() {
    return "the store";
  }

  /// Sends one request.
  default NodeAnswer send(NodeRequest request) {
    return send(List.of(request)).getFirst();
  }
}
