package pagemark.dynamodb.simulation;

import java.util.ArrayList;
import java.util.List;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Nodes;
import pagemark.dynamodb.request.Request;
import pagemark.dynamodb.request.Request.Write;

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

  Request.Transaction transaction(Request.Transaction transaction) {
    return new Request.Transaction(transaction.writes().stream().map(this::write).toList());
  }

  Answer answer(Request request, Answer answer) {
    return answer;
  }

  @Override
  public List<Answer> send(List<? extends Request> requests) {
    List<Request> changed = new ArrayList<>();
    for (Request request : requests) {
      changed.add(
          switch (request) {
            case Request.Read read -> read;
            case Write write -> write(write);
            case Request.Transaction transaction -> transaction(transaction);
          });
    }
    List<Answer> answers = nodes.send(changed);
    List<Answer> seen = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      seen.add(answer(requests.get(i), answers.get(i)));
    }
    return seen;
  }
}
