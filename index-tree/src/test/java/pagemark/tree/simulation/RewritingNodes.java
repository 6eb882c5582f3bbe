package pagemark.tree.simulation;

import java.util.ArrayList;
import java.util.List;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.request.Nodes;

/// Changes requests or answers on their way, so that a rule of the writer is gone. Main code needs
/// no switches for that.
abstract class RewritingNodes implements Nodes {
  private final Nodes nodes;

  RewritingNodes(Nodes nodes) {
    this.nodes = nodes;
  }

  /// A single write, or one of a transaction.
  Write write(Write write) {
    return write;
  }

  NodeRequest.Transaction transaction(NodeRequest.Transaction transaction) {
    return new NodeRequest.Transaction(transaction.writes().stream().map(this::write).toList());
  }

  NodeAnswer answer(NodeRequest request, NodeAnswer answer) {
    return answer;
  }

  @Override
  public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
    List<NodeRequest> changed = new ArrayList<>();
    for (NodeRequest request : requests) {
      changed.add(
          switch (request) {
            case NodeRequest.Read read -> read;
            case Write write -> write(write);
            case NodeRequest.Transaction transaction -> transaction(transaction);
          });
    }
    List<NodeAnswer> answers = nodes.send(changed);
    List<NodeAnswer> seen = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      seen.add(answer(requests.get(i), answers.get(i)));
    }
    return seen;
  }
}
