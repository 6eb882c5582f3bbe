package pagemark.tree.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;

/// A simulated store whose requests take time: 4 to 8 ms, transactions 10 to 16. A request acts at
/// a random moment of its time, and a transaction holds its items for 60 % of it.
public record TimedNodes(SimulatedNodes simulated, Timeline timeline, Random random)
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
      timeline.after(at, () -> answers.set(index, simulated.execute(request)));
    }
    return nanos;
  }

  private NodeAnswer begin(NodeRequest.Transaction transaction, long held) {
    SimulatedNodes.Open open = new SimulatedNodes.Open();
    NodeAnswer answer = simulated.begin(transaction, open);
    timeline.after(held, () -> end(open));
    return answer;
  }

  private void end(SimulatedNodes.Open open) {
    while (simulated.advance(open)) {
      // all writes become visible at once
    }
  }
}
