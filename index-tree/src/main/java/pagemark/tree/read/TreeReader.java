package pagemark.tree.read;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.read.ReadNodes.NodeRef;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.Pause;
import pagemark.tree.request.TornTree;

/// Reads pages and counts of a group from its tree: the reader's entrance.
///
/// A [TreeQuery] is answered in rounds. A round reads all nodes that the query has missed, in one
/// round trip, and asks it again. [KeptNodes] guesses the nodes of the first round. For example, a
/// page of 20 at rank 5,000 reads the root, the inner node and the leaf that hold this rank: one
/// round trip if the reader knows the group, else one for each level. It costs about 1.4 read units
/// in a group of 1,000 entries, 2.4 in one of 1,000,000, and twice as many if it is read again.
///
/// The nodes of an answer are read within some milliseconds, in one or a few round trips. While the
/// group is written, they need not be of one moment. An answer always fits together: its positions
/// are in order, without gaps and repetitions, and its ranks count what was read.
///
/// First it reads eventually consistently, which costs half as much. If nodes do not fit together,
/// it reads them again, consistently and each after its parent. After the fourth time [TornTree]
/// tells whether the group is written, or torn.
///
/// @param pause before the tree of a group is called torn
/// @param kept inner nodes of earlier reads
public record TreeReader(Nodes nodes, Readiness readiness, Pause pause, KeptNodes kept)
    implements PageIndexReader {
  private static final int ATTEMPTS_MAX = 4;

  /// At rest there is one round for each level. If a group is written, a later round can meet an
  /// entry that has moved to a node not read yet.
  private static final int ROUNDS_MAX = 20;

  /// A page of 100 entries and 100 spares of a rare cell can need as many leaves and lowest inner
  /// nodes.
  private static final int READS_MAX = 512;

  /// A page has 300 ms for the index, by default.
  private static final Duration APART = Duration.ofMillis(100);

  /// @param keptBytes about the memory for inner nodes of earlier reads
  public TreeReader(Nodes nodes, Readiness readiness, Pause pause, long keptBytes) {
    this(nodes, readiness, pause, new KeptNodes(keptBytes));
  }

  /// Tells the cost of nodes. A marker, which is read every 10 seconds, is not counted.
  @Override
  public PageIndexReader telling(DoubleConsumer units) {
    return new TreeReader(nodes.metered(units), readiness, pause, kept);
  }

  @Override
  public PageSlice page(PageQuery query) {
    return read(query.group(), new TreePageQuery(query));
  }

  @Override
  public List<Long> counts(CountQuery query) {
    return read(query.group(), search -> search.counts(query));
  }

  private <T> T read(GroupRef group, TreeQuery<T> query) {
    try {
      return read(group, query, readiness.look(group.generation()));
    } catch (MissingGenerationException e) {
      throw new IndexException.NotReady(group.generation());
    }
  }

  private <T> T read(GroupRef group, TreeQuery<T> query, BooleanSupplier isReady) {
    NodeKey root = NodeKey.root(group);
    TornException last = null;
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      boolean isFirst = attempt == 0;
      ReadAttempt attempted = new ReadAttempt(root, !isFirst);
      Set<NodeRead> needed = isFirst ? guess(root, query) : Set.of(NodeRead.ROOT);
      try {
        return attempted.answer(query, needed, isReady);
      } catch (TornException e) {
        last = e;
      }
    }
    new TornTree(nodes, pause).refuse(root, group, requireNonNull(last).place(), APART);
    throw new IndexException.Unsettled(
        "the group's tree changed during each of %d reads".formatted(ATTEMPTS_MAX), last);
  }

  /// A node to read. A leaf is one item. The root has two, if it is not a leaf.
  private record NodeRead(long id, boolean leaf) {
    static final NodeRead ROOT = new NodeRead(NodeRef.ROOT, false);

    static NodeRead of(NodeRef node) {
      return node.id() == NodeRef.ROOT ? ROOT : new NodeRead(node.id(), node.leaf());
    }

    NodeRequest.Read request(NodeKey root, boolean consistent) {
      NodeKey node = root.node(id);
      return leaf
          ? new NodeRequest.Get(node, consistent)
          : new NodeRequest.GetNode(node, consistent);
    }
  }

  /// The nodes that a query needs, by what is kept.
  private Set<NodeRead> guess(NodeKey root, TreeQuery<?> query) {
    Set<NodeRead> guess = new LinkedHashSet<>(List.of(NodeRead.ROOT));
    RankSearch search = new RankSearch(kept.known(root));
    query.answer(search);
    search.used().forEach(node -> guess.add(NodeRead.of(node)));
    search.needed().forEach(node -> guess.add(NodeRead.of(node)));
    return guess;
  }

  /// One attempt to answer a query.
  private final class ReadAttempt {
    private final NodeKey root;
    private final boolean consistent;
    private final Map<Long, NodeAnswer.Node> found = new HashMap<>();

    ReadAttempt(NodeKey root, boolean consistent) {
      this.root = root;
      this.consistent = consistent;
    }

    <T> T answer(TreeQuery<T> query, Set<NodeRead> first, BooleanSupplier isReady)
        throws TornException {
      Set<NodeRead> needed = first;
      for (int round = 0; round < ROUNDS_MAX; round++) {
        find(List.copyOf(needed));
        if (!isReady.getAsBoolean()) {
          throw new IndexException.NotReady(root.generation());
        }
        ReadNodes read = new ReadNodes(found);
        RankSearch search = new RankSearch(read);
        T answer = query.answer(search);
        if (answer != null && search.isEndKnown()) {
          read.atEnd().forEach((id, node) -> kept.put(root.node(id), node));
          return answer;
        }
        needed = new LinkedHashSet<>(search.needed().stream().map(NodeRead::of).toList());
      }
      throw new TornException(
          "%d rounds were not enough".formatted(ROUNDS_MAX), NodeRef.EMPTY.low());
    }

    private void find(List<NodeRead> reads) throws TornException {
      for (int from = 0; from < reads.size(); from += READS_MAX) {
        List<NodeRead> some = reads.subList(from, Math.min(from + READS_MAX, reads.size()));
        List<NodeAnswer> answers =
            nodes.send(some.stream().map(read -> read.request(root, consistent)).toList());
        for (int i = 0; i < some.size(); i++) {
          add(some.get(i).id(), answers.get(i));
        }
      }
    }

    private void add(long id, NodeAnswer answer) throws TornException {
      NodeAnswer.Node node =
          switch (answer) {
            case NodeAnswer.Node both -> both;
            case NodeAnswer.Content(var content) -> new NodeAnswer.Node(content, null);
            case NodeAnswer.Busy _, NodeAnswer.Done _, NodeAnswer.Refused _ ->
                throw new IndexException.Unavailable(nodes.store() + " is busy", null);
          };
      found.put(id, node);
      kept.put(root.node(id), node);
    }
  }

  /// Inner nodes of earlier reads, as far as they fit into some memory. Those that were not used
  /// for the longest time are forgotten first.
  ///
  /// They only serve to guess which nodes a page needs, so they may be old.
  static final class KeptNodes {
    /// About what a node takes in memory, besides each child and each cell of a child's tally.
    private static final long NODE_BYTES = 500;

    private static final long CHILD_BYTES = 250;
    private static final long CELL_BYTES = 64;

    private final long bytesMax;
    private final Map<NodeKey, InnerNode> nodes = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    KeptNodes(long bytesMax) {
      this.bytesMax = bytesMax;
    }

    /// Keeps a node in place of what was kept under its key; nothing if it is no inner node, or not
    /// whole.
    void put(NodeKey key, NodeAnswer.Node read) {
      InnerNode inner = read.inner();
      put(key, inner != null && inner.isWhole() ? inner : null);
    }

    /// Keeps a node in place of what was kept under its key.
    ///
    /// @param node null to keep nothing
    synchronized void put(NodeKey key, @Nullable InnerNode node) {
      forget(key);
      if (node != null) {
        nodes.put(key, node);
        bytes += bytes(node);
      }
      while (bytes > bytesMax) {
        forget(nodes.keySet().iterator().next());
      }
    }

    private void forget(NodeKey key) {
      InnerNode gone = nodes.remove(key);
      bytes -= gone == null ? 0 : bytes(gone);
    }

    private static long bytes(InnerNode node) {
      long bytes = NODE_BYTES;
      for (Tally tally : node.counts().children().values()) {
        bytes += CHILD_BYTES + CELL_BYTES * tally.cells().size();
      }
      return bytes;
    }

    private synchronized @Nullable InnerNode kept(NodeKey key) {
      return nodes.get(key);
    }

    /// What is kept of a group.
    KnownNodes known(NodeKey root) {
      return new KnownNodes() {
        @Override
        public NodeRef root() {
          InnerNode kept = kept(root);
          return kept == null ? NodeRef.EMPTY : NodeRef.root(false, kept.counts().tally());
        }

        @Override
        public @Nullable List<NodeRef> children(NodeRef inner) {
          InnerNode kept = kept(root.node(inner.id()));
          return kept == null ? null : inner.children(kept);
        }

        @Override
        public @Nullable Leaf leaf(NodeRef leaf) {
          return null;
        }
      };
    }
  }
}
