package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Request;
import pagemark.dynamodb.tree.Path.Step;
import pagemark.entry.Bytes;
import pagemark.index.IndexException;

/// Tells the counts of touched nodes to their parents, a level at a time, up to the root.
///
/// A tally only ever replaces one of an older version. So it does no harm if it is told twice,
/// late, or by several writers, and if one writer dies, the next one that touches the node tells
/// it.
///
/// A node may be replaced or get another parent meanwhile. Each is therefore known by a place that
/// lies in it, and is looked up again from the root if its parent does not have it.
final class Propagation {
  private static final int TRIES_MAX = 100;
  private static final int EMPTY_PER_NODE = 2;

  private final Tree tree;
  private final Paths paths;

  /// First places of kids that have no entries.
  private final Set<Bytes> empty = new LinkedHashSet<>();

  /// The parents that know, with what they must tell their own parents.
  private Map<NodeKey, Touched> told = new LinkedHashMap<>();

  private List<Touched> again = new ArrayList<>();

  /// The leaves are at level 0.
  private int level;

  Propagation(Tree tree) {
    this.tree = tree;
    this.paths = new Paths(tree);
  }

  /// @return first places of some kids that have no entries now
  /// @throws IndexException.Unavailable if others changed the same nodes at every try
  Set<Bytes> tell(List<Touched> touched) {
    List<Touched> wanted = touched;
    for (level = 0; !wanted.isEmpty(); level++) {
      told = new LinkedHashMap<>();
      List<Touched> open = wanted;
      for (int tries = 0; !open.isEmpty(); tries++) {
        if (tries == TRIES_MAX) {
          throw new IndexException.Unavailable("other writers changed counts at every try", null);
        }
        again = new ArrayList<>();
        round(open);
        open = again;
        if (tries > 0 && !open.isEmpty()) {
          tree.backOff(tries);
        }
      }
      wanted = List.copyOf(told.values());
    }
    return empty;
  }

  /// A parent that is to be told of kids.
  ///
  /// @param path to one of its places
  /// @param kids those that it has, by name
  /// @param replaced places whose nodes have been replaced in it
  private record Parent(Path path, Step step, Map<Long, Touched> kids, List<Touched> replaced) {
    Parent(Path path, Step step) {
      this(path, step, new LinkedHashMap<>(), new ArrayList<>());
    }

    /// @param known the parent as it was on the way to the kid. Another thread may have read it
    ///   anew since `step`, and a kid that has moved would get the name of its neighbour
    void tell(Touched touched, Step known) {
      Kid kid = known.inner().kids().get(known.kid(touched.place()));
      kids.merge(kid.name(), touched, (a, b) -> version(a) < version(b) ? b : a);
    }

    List<Request> requests() {
      if (kids.isEmpty()) {
        return List.of(new Request.GetNode(step.node(), true));
      }
      List<Request> requests = new ArrayList<>();
      List<Long> names = List.copyOf(kids.keySet());
      for (int from = 0; from < names.size(); from += Request.Tell.TALLIES_MAX) {
        Map<Long, Tally> tallies = new HashMap<>();
        names
            .subList(from, Math.min(from + Request.Tell.TALLIES_MAX, names.size()))
            .forEach(name -> tallies.put(name, tally(kids.get(name))));
        requests.add(new Request.Tell(step.node(), tallies));
      }
      return requests;
    }
  }

  private static Tally tally(@Nullable Touched touched) {
    return Objects.requireNonNull(Objects.requireNonNull(touched).tally());
  }

  private static long version(Touched touched) {
    return tally(touched).version();
  }

  private void round(List<Touched> open) {
    Map<NodeKey, Parent> parents = new LinkedHashMap<>();
    Map<Bytes, Path> found = paths.to(open.stream().map(Touched::place).toList(), new HashMap<>());
    open.forEach(touched -> sort(touched, found, parents));
    List<Parent> asked = new ArrayList<>();
    List<Request> requests = new ArrayList<>();
    for (Parent parent : parents.values()) {
      for (Request request : parent.requests()) {
        asked.add(parent);
        requests.add(request);
      }
      if (!parent.kids().isEmpty()) {
        again.addAll(parent.replaced());
      }
    }
    if (requests.isEmpty()) {
      return;
    }
    List<Answer> answers = tree.nodes().send(requests);
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i) instanceof Request.Tell(_, var tallies)) {
        take(asked.get(i), tallies.keySet(), answers.get(i));
      } else {
        takeRead(asked.get(i), (Answer.Node) answers.get(i));
      }
    }
  }

  /// Finds the parent that must be told of a touched node. The root has none.
  private void sort(Touched touched, Map<Bytes, Path> found, Map<NodeKey, Parent> parents) {
    Path path = Objects.requireNonNull(found.get(touched.place()));
    int depth = path.steps().size() - level - 1;
    if (depth < 0) {
      return;
    }
    Step step = path.steps().get(depth);
    boolean isSame = path.node(level).equals(touched.node());
    if (touched.node() != null && !isSame && !touched.isChecked()) {
      tree.forget(path);
      again.add(touched.checked());
      return;
    }
    Parent parent = parents.computeIfAbsent(step.node(), _ -> new Parent(path, step));
    if (isSame) {
      parent.tell(touched, step);
    } else {
      parent.replaced().add(Touched.at(touched.place()));
    }
  }

  private void take(Parent parent, Set<Long> names, Answer answer) {
    Counts counts =
        switch (answer) {
          case Answer.Done(var after) -> after;
          case Answer.Refused(var now) -> (Counts) now;
          case Answer.Busy _, Answer.Content _, Answer.Node _ -> null;
        };
    if (counts == null) {
      if (!(answer instanceof Answer.Busy)) {
        forget(parent);
      }
      names.forEach(name -> again.add(Objects.requireNonNull(parent.kids().get(name)).unchecked()));
      return;
    }
    names.forEach(name -> take(parent, name, counts));
    if (answer instanceof Answer.Done) {
      noteEmpty(parent, counts);
    }
  }

  private void take(Parent parent, long name, Counts counts) {
    Touched touched = Objects.requireNonNull(parent.kids().get(name));
    Tally has = counts.kids().get(name);
    if (has == null) {
      forget(parent);
      again.add(touched.unchecked());
    } else if (has.version() < version(touched)) {
      again.add(touched.unchecked());
    } else {
      note(parent, touched.place(), counts);
    }
  }

  private void takeRead(Parent parent, Answer.Node read) {
    Bytes place = parent.replaced().getFirst().place();
    if (read.content() instanceof Inner inner && read.counts() != null && inner.holds(place)) {
      note(parent, place, read.counts());
    } else {
      forget(parent);
      again.addAll(parent.replaced());
    }
  }

  private void forget(Parent parent) {
    tree.structures().forget(parent.step().node());
  }

  /// Notes what a parent must tell its own parent.
  private void note(Parent parent, Bytes place, Counts counts) {
    NodeKey node = parent.step().node();
    Touched known = told.get(node);
    if (known == null || version(known) < counts.version()) {
      told.put(node, new Touched(place, node, counts.tally(), false));
    }
  }

  private void noteEmpty(Parent parent, Counts counts) {
    int depth = parent.path().steps().indexOf(parent.step());
    int found = 0;
    for (Kid kid : parent.step().inner().kids()) {
      Tally tally = counts.kids().get(kid.name());
      if (tally != null && tally.entries() == 0 && found++ < EMPTY_PER_NODE) {
        Bytes first = kid.separator();
        empty.add(first.length() == 0 ? parent.path().begin(depth) : first);
      }
    }
  }
}
