package pagemark.dynamodb.request;

import java.util.List;
import pagemark.index.IndexException;

/// Sends requests to DynamoDB.
public interface Nodes {
  /// Sends requests, all at once and in no order.
  ///
  /// @return one answer for each, in order
  /// @throws MissingTableException if the generation has no table
  /// @throws IndexException.Unavailable if a request fails; each write may have been done or not
  List<Answer> send(List<? extends Request> requests);

  /// Sends one request.
  default Answer send(Request request) {
    return send(List.of(request)).getFirst();
  }
}
