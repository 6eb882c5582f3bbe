package pagemark.dynamodb.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.Nodes;

/// A simulated DynamoDB whose requests take time: 4 to 8 ms, transactions 10 to 16. A request acts
/// at a random moment of its time, and a transaction holds its items for 60 % of it.
public record TimedDynamo(SimulatedDynamo dynamo, Timeline timeline, Random random)
    implements Nodes {
  private static final double HELD = 0.6;

  @Override
  public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
    List<NodeAnswer> answers =
        new ArrayList<>(Collections.nCopies(requests.size(), new NodeAnswer.Busy()));
    long longest = 0;
    for (int i = 0; i < requests.size(); i++) {
      longest = Math.max(longest, begin(requests.get(i), i, answers));
    }
    timeline.sleep(Duration.ofNanos(longest));
    return answers;
  }

  private long begin(NodeRequest request, int index, List<NodeAnswer> answers) {
    boolean isTransaction = request instanceof NodeRequest.Transaction;
    long nanos =
        (long) (1e6 * (isTransaction ? random.nextDouble(10, 16) : random.nextDouble(4, 8)));
    if (request instanceof NodeRequest.Transaction transaction) {
      long at = (long) (nanos * (1 - HELD) * random.nextDouble());
      timeline.after(at, () -> answers.set(index, begin(transaction, (long) (nanos * HELD))));
    } else {
      long at = (long) (nanos * random.nextDouble());
      timeline.after(at, () -> answers.set(index, dynamo.execute(request)));
    }
    return nanos;
  }

  private NodeAnswer begin(NodeRequest.Transaction transaction, long held) {
    SimulatedDynamo.Open open = new SimulatedDynamo.Open();
    NodeAnswer answer = dynamo.begin(transaction, open);
    timeline.after(held, () -> end(open));
    return answer;
  }

  private void end(SimulatedDynamo.Open open) {
    while (dynamo.advance(open)) {
      // all writes become visible at once
    }
  }
}
