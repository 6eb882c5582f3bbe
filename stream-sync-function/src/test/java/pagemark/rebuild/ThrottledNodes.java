package pagemark.rebuild;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.Nodes;
import pagemark.index.IndexException;
import pagemark.rebuild.Throttle.Kind;

/// Nodes of which a throttle refuses some calls, as [pagemark.dynamodb.request.DynamoNodes] tells
/// it: a write or transaction is busy, and a read lets its whole list fail, whose other requests
/// are done all the same. Reads of contents are one call.
record ThrottledNodes(Nodes nodes, Throttle throttle) implements Nodes {
  @Override
  public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
    Map<Object, Boolean> calls = new HashMap<>();
    List<Boolean> refused =
        requests.stream()
            .map(request -> calls.computeIfAbsent(call(request), _ -> isRefused(request)))
            .toList();
    List<NodeRequest> accepted = new ArrayList<>();
    boolean isReadRefused = false;
    for (int i = 0; i < refused.size(); i++) {
      if (!refused.get(i)) {
        accepted.add(requests.get(i));
      } else {
        isReadRefused |= requests.get(i) instanceof NodeRequest.Read;
      }
    }
    List<NodeAnswer> answers = accepted.isEmpty() ? List.of() : nodes.send(accepted);
    if (isReadRefused) {
      throw new IndexException.Unavailable("DynamoDB throttles the index", null);
    }
    Iterator<NodeAnswer> next = answers.iterator();
    return refused.stream().map(is -> is ? new NodeAnswer.Busy() : next.next()).toList();
  }

  /// Alike requests are one call.
  private static Object call(NodeRequest request) {
    return request instanceof NodeRequest.Get get ? get.consistent() : request;
  }

  private boolean isRefused(NodeRequest request) {
    return throttle.refuses(
        request instanceof NodeRequest.Read ? Kind.READ : Kind.WRITE, target(request));
  }

  private static Object target(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Read read -> read.node();
      case NodeRequest.Write write -> List.of(write.node(), write.name());
      case NodeRequest.Transaction transaction -> target(transaction.writes().getLast());
    };
  }
}
