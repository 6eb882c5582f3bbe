package pagemark.dynamodb.request;

import java.util.List;
import java.util.function.DoubleConsumer;
import pagemark.index.IndexException;

/// Sends requests to DynamoDB.
public interface Nodes {
  /// Sends requests, all at once and in no order.
  ///
  /// @return one answer for each, in order
  /// @throws MissingTableException if the generation has no table
  /// @throws IndexException.Unavailable if a request fails; each write may have been done or not
  List<NodeAnswer> send(List<? extends NodeRequest> requests);

  /// The same nodes, for a caller that asks what its requests consume.
  ///
  /// @param units takes the capacity units of reads
  default Nodes metered(DoubleConsumer units) {
    return this;
  }

  /// Sends one request.
  default NodeAnswer send(NodeRequest request) {
    return send(List.of(request)).getFirst();
  }
}
