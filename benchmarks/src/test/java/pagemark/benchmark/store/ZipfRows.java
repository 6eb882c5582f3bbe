package pagemark.benchmark.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import pagemark.entry.Bytes;
import pagemark.entry.Position;
import pagemark.index.PageSlice;

/// Rows that are computed from their number: group after group, from the largest to the smallest,
/// and in the order of the index within. So each page of each group is known without keeping any.
///
/// The largest group has 6 % of all rows, the n-th one as many divided by a power of n, the last
/// ones 300. In a group three rows have the same time, and a key is 16 bytes that look random.
final class ZipfRows {
  private static final int SMALLEST = 300;

  private static final double LARGEST = 0.06;
  private static final int TIES = 3;
  private static final long FIRST_SECOND = 1_600_000_000;
  private static final int HALVINGS = 40;

  /// The number of each group's first row, and that of all rows.
  private final long[] begins;

  /// @param count at least 10,000
  ZipfRows(long count) {
    double low = 0;
    double high = 4;
    for (int i = 0; i < HALVINGS; i++) {
      double exponent = (low + high) / 2;
      boolean few = sizes(count, exponent).sum() <= count;
      low = few ? low : exponent;
      high = few ? exponent : high;
    }
    long[] sizes = sizes(count, high).toArray();
    sizes[sizes.length - 1] += count - Arrays.stream(sizes).sum();
    begins = new long[sizes.length + 1];
    Arrays.setAll(begins, n -> n == 0 ? 0 : sizes[n - 1]);
    Arrays.parallelPrefix(begins, Long::sum);
  }

  private ZipfRows(long[] begins) {
    this.begins = begins;
  }

  /// The groups that end before a row, or with it.
  ZipfRows before(long row) {
    return new ZipfRows(Arrays.copyOf(begins, group(row) + 1));
  }

  /// At most one group more than there is room for.
  private static LongStream sizes(long count, double exponent) {
    return IntStream.rangeClosed(1, Math.toIntExact(count / SMALLEST) + 1)
        .mapToLong(n -> (long) (count * LARGEST / Math.pow(n, exponent)))
        .takeWhile(size -> size >= SMALLEST);
  }

  long count() {
    return begins[begins.length - 1];
  }

  int groups() {
    return begins.length - 1;
  }

  long begin(int group) {
    return begins[group];
  }

  long size(int group) {
    return begins[group + 1] - begins[group];
  }

  int group(long row) {
    int found = Arrays.binarySearch(begins, row);
    return found < 0 ? -found - 2 : found;
  }

  /// The positions of some ranks of a group, counted from the oldest row.
  ///
  /// @param to not included; at most the group's size
  List<Position> positions(int group, long from, long to) {
    List<Position> positions = new ArrayList<>();
    long first = from / TIES * TIES;
    for (long tie = first; tie < to; tie += TIES) {
      long second = FIRST_SECOND + tie / TIES;
      LongStream.range(tie, Math.min(tie + TIES, size(group)))
          .mapToObj(rank -> new Position(second, key(begins[group] + rank)))
          .sorted()
          .forEach(positions::add);
    }
    return positions.subList((int) (from - first), (int) (to - first));
  }

  private static Bytes key(long row) {
    return Bytes.of(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(mixed(2 * row))
            .putLong(mixed(2 * row + 1))
            .array());
  }

  /// Another number for each number: the end of SplitMix64.
  private static long mixed(long number) {
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /// The page of a group from a rank on.
  ///
  /// @param from counted from the newest row if `descending`, else from the oldest
  PageSlice page(int group, long from, boolean descending, int page, int spares) {
    long size = size(group);
    long end = Math.min(size, from + page);
    long low = descending ? size - end : from;
    long high = descending ? size - from : end;
    long span = Math.min(size, (high - 1) / TIES * TIES + TIES) - low / TIES * TIES;
    long more = Math.min(size - end, spares);
    List<Position> own = positions(group, low, high);
    return descending
        ? new PageSlice(
            size, from, own.reversed(), positions(group, low - more, low).reversed(), span)
        : new PageSlice(size, from, own, positions(group, high, high + more), span);
  }
}
