package pagemark.tree.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import pagemark.index.IndexException;
import pagemark.index.Turns;
import pagemark.index.Turns.Crash;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.simulation.Faults.Fault;
import pagemark.tree.simulation.SimulatedNodes.Open;

/// The simulated store as it may behave. The requests of a list are done in any order, and those of
/// other processes between them. Reads are stale. Transactions take a while, and refuse all that
/// meet them. Requests are throttled, done although their reply is lost, done twice, and done late,
/// after their sender has died.
public final class FaultyNodes implements Nodes {
  private static final int LATE_MILLIS_MAX = 700;
  private static final int LAG_MAX = 4;

  /// A request that is on its way for long.
  private record Late(long at, NodeRequest request) {}

  private final SimulatedNodes store;
  private final Turns turns;
  private final Faults faults;
  private final RandomGenerator random;
  private final List<Late> late = new ArrayList<>();
  private final List<Open> left = new ArrayList<>();

  public FaultyNodes(SimulatedNodes store, Turns turns, Faults faults, RandomGenerator random) {
    this.store = store;
    this.turns = turns;
    this.faults = faults;
    this.random = random;
  }

  /// Without an actor, as in checks, there are no faults.
  @Override
  public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
    if (!turns.isActor()) {
      return store.send(requests);
    }
    store.cost().roundTrip();
    turns.park();
    if (faults.happens(Fault.FAILED, 300)) {
      throw new IndexException.Unavailable("failed", null);
    }
    boolean isSlow = requests.size() == 1 && requests.getFirst() instanceof NodeRequest.Transaction;
    List<NodeAnswer> answers =
        isSlow && random.nextInt(5) < 3
            ? List.of(slowly((NodeRequest.Transaction) requests.getFirst()))
            : inAnyOrder(requests);
    if (faults.happens(Fault.REPLY_LOST, 150)) {
      throw new IndexException.Unavailable("no reply", null);
    }
    return answers;
  }

  private NodeAnswer slowly(NodeRequest.Transaction transaction) {
    Open open = new Open();
    NodeAnswer answer = store.begin(transaction, open);
    Collections.shuffle(open.left(), Random.from(random));
    if (!(answer instanceof NodeAnswer.Done)) {
      return answer;
    }
    faults.count(Fault.SLOW_TRANSACTION);
    do {
      if (faults.happens(Fault.KILLED_IN_TRANSACTION, 50)) {
        left.add(open);
        throw new Crash();
      }
      turns.park();
    } while (store.advance(open));
    return answer;
  }

  private List<NodeAnswer> inAnyOrder(List<? extends NodeRequest> requests) {
    NodeAnswer[] answers = new NodeAnswer[requests.size()];
    int end =
        faults.happens(Fault.KILLED, 33) ? random.nextInt(requests.size() + 1) : Integer.MAX_VALUE;
    int done = 0;
    for (int i : order(requests)) {
      NodeRequest request = requests.get(i);
      if (done++ < end) {
        answers[i] = execute(request);
        if (random.nextInt(3) == 0) {
          turns.park();
        }
      } else if (random.nextBoolean()) {
        postpone(request, Fault.DONE_LATE);
      }
    }
    if (end < Integer.MAX_VALUE) {
      throw new Crash();
    }
    return Arrays.asList(answers);
  }

  /// The same for the same requests in another order, so that a seed gives the same schedule even
  /// if a set of its writer has another order.
  private List<Integer> order(List<? extends NodeRequest> requests) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      order.add(i);
    }
    if (order.size() > 1) {
      order.sort(Comparator.comparingLong(i -> id(requests.get(i))));
      Collections.shuffle(order, Random.from(random));
    }
    return order;
  }

  private static long id(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Read read -> read.node().id();
      case NodeRequest.Write write -> write.node().id();
      case NodeRequest.Transaction _ -> -1;
    };
  }

  private NodeAnswer execute(NodeRequest request) {
    if (request instanceof NodeRequest.Read read) {
      return !read.consistent() && faults.happens(Fault.STALE_READ, 5)
          ? store.stale(read, _ -> random.nextInt(LAG_MAX + 1))
          : store.execute(read);
    }
    if (faults.happens(Fault.THROTTLED, 50)) {
      return new NodeAnswer.Busy();
    }
    NodeAnswer answer = store.execute(request);
    if (faults.happens(Fault.SENT_TWICE, 50)) {
      postpone(request, Fault.DONE_LATE);
    }
    return answer;
  }

  private void postpone(NodeRequest request, Fault fault) {
    if (!(request instanceof NodeRequest.Read)) {
      faults.count(fault);
      late.add(new Late(turns.millis() + random.nextInt(LATE_MILLIS_MAX), request));
    }
  }

  /// Does what is late by now. Called between two steps.
  public void step() {
    if (!left.isEmpty() && random.nextInt(3) == 0) {
      Open open = left.get(random.nextInt(left.size()));
      if (!store.advance(open)) {
        left.remove(open);
      }
    }
    if (!late.isEmpty()) {
      List<Late> due = late.stream().filter(l -> l.at() <= turns.millis()).toList();
      late.removeAll(due);
      due.forEach(l -> store.execute(l.request()));
    }
  }

  /// Whether something is still to be done of senders that are gone.
  public boolean isBusy() {
    return !left.isEmpty() || !late.isEmpty();
  }
}
