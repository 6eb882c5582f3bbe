package pagemark.tree;

import java.util.HexFormat;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.index.IndexException;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.tree.node.Inner;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.RootScan;
import pagemark.tree.request.RootScan.Root;
import pagemark.tree.request.RootScan.RootsPart;
import pagemark.tree.write.TreeWriter;
import pagemark.tree.write.TreeWriter.SweepStep;

/// Walks through the groups of a generation, and removes what nobody needs any more. A step takes
/// all groups of one leaf that a part of a scan has found; or of a larger group a lowest inner node
/// with its leaves.
///
/// A walk reads the whole generation once, and then the trees of the larger groups.
record TreeSweep(RootScan scan, TreeWriter trees) {
  /// @param position the end of the last walk's part; [Sweep#BEGIN] for a new walk
  /// @param hasTime asked before each step removes anything
  /// @param period of the store's clock
  Sweep from(String generation, String position, BooleanSupplier hasTime, long period) {
    return new Walk(generation, hasTime, period).from(SweepPosition.of(position));
  }

  private final class Walk {
    private final String generation;
    private final BooleanSupplier hasTime;
    private final long period;
    private long removed;

    Walk(String generation, BooleanSupplier hasTime, long period) {
      this.generation = generation;
      this.hasTime = hasTime;
      this.period = period;
    }

    Sweep from(SweepPosition begin) {
      SweepPosition at = begin;
      do {
        RootsPart part = part(at.part());
        List<Root> larger =
            part.roots().stream().filter(root -> root.content() instanceof Inner).toList();
        int inside = at.indexIn(larger);
        if (inside < 0 && !hasTime.getAsBoolean()) {
          return new Sweep(removed, at.toString());
        }
        if (inside < 0) {
          removed += leaves(part.roots());
        }
        for (int i = Math.max(0, inside); i < larger.size(); i++) {
          Bytes stop = group(larger.get(i), i == inside ? at.place() : Place.FIRST);
          if (stop != null) {
            return new Sweep(removed, at.in(larger.get(i), stop).toString());
          }
        }
        at = SweepPosition.at(part.next());
      } while (!at.part().equals(RootScan.BEGIN));
      return new Sweep(removed, Sweep.BEGIN);
    }

    private RootsPart part(String at) {
      try {
        return scan.roots(generation, at);
      } catch (MissingGenerationException e) {
        return new RootsPart(List.of(), RootScan.BEGIN);
      } catch (IllegalArgumentException e) {
        return scan.roots(generation, RootScan.BEGIN);
      }
    }

    private long leaves(List<Root> roots) {
      try {
        return trees.sweepLeaves(roots, period);
      } catch (MissingGenerationException e) {
        return 0;
      }
    }

    /// @return where to go on in the group, if there is no more time; else null
    private @Nullable Bytes group(Root root, Bytes from) {
      Bytes at = from;
      while (at != null) {
        if (!hasTime.getAsBoolean()) {
          return at;
        }
        SweepStep step = step(root, at);
        removed += step.removed();
        at = step.next();
      }
      return null;
    }

    private SweepStep step(Root root, Bytes from) {
      try {
        return trees.sweep(root.group().ref(generation), from, period);
      } catch (MissingGenerationException | IndexException.Torn e) {
        return new SweepStep(0, null); // what reads a torn tree says so; the others are swept
      }
    }
  }

  /// Where a walk goes on.
  ///
  /// @param part a position of the scan
  /// @param group the hash of a group in this part, in which the walk has stopped; else empty
  /// @param place where to go on in the group
  private record SweepPosition(String part, String group, Bytes place) {
    /// Tells a position before the first part from the end.
    private static final String AT = "at ";

    /// A group, a place, and a position of the scan.
    private static final Pattern IN = Pattern.compile("in ([0-9a-f]{32}) ((?:[0-9a-f]{2})*) (.*)");

    static SweepPosition at(String part) {
      return new SweepPosition(part, "", Place.FIRST);
    }

    static SweepPosition of(String text) {
      Matcher in = IN.matcher(text);
      if (in.matches()) {
        return new SweepPosition(
            in.group(3), in.group(1), Bytes.of(HexFormat.of().parseHex(in.group(2))));
      }
      return at(text.startsWith(AT) ? text.substring(AT.length()) : RootScan.BEGIN);
    }

    private static String name(Root root) {
      return HexFormat.of().formatHex(root.node().group().toArray());
    }

    SweepPosition in(Root root, Bytes next) {
      return new SweepPosition(part, name(root), next);
    }

    /// The index of the group among some; -1 if it is not there any more.
    int indexIn(List<Root> roots) {
      for (int i = 0; i < roots.size(); i++) {
        if (name(roots.get(i)).equals(group)) {
          return i;
        }
      }
      return -1;
    }

    @Override
    public String toString() {
      return group.isEmpty()
          ? AT + part
          : "in " + group + " " + HexFormat.of().formatHex(place.toArray()) + " " + part;
    }
  }
}
