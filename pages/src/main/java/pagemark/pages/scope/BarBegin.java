package pagemark.pages.scope;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;
import pagemark.key.AttributeType;
import pagemark.key.IntegerSort;
import pagemark.key.NumberSort;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.During.Clocks;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The sort value at which a part of a group begins.
///
/// @param text in the form of links
/// @param before the boundary before the part's items
public record BarBegin(String text, Position before) {
  public static final int MAX = 50;

  /// @param bars how many parts are asked for
  /// @param zone whose days and months they are; null for UTC
  /// @throws InvalidParameter if that is too few or too many, if the listing's sort values are
  ///   neither times nor numbers, or if there is no such zone or they are no times that tell the
  ///   hour
  public static void check(PositionCodec codec, int bars, @Nullable String zone) {
    if (bars < 1 || bars > MAX) {
      throw new InvalidParameter("bars", Integer.toString(bars), "a whole number from 1 to " + MAX);
    }
    SortScale.check(codec.sortType(), bars);
    if (codec.sortType() instanceof SortType.AsTime times) {
      Clocks.of(times, zone);
    } else if (zone != null) {
      throw new InvalidParameter(
          "zone", zone, "none, as the sort values of this listing are not times");
    }
  }

  /// @param first the position with the smallest sort value
  /// @param last the position with the largest
  /// @param most how many parts at most
  /// @param zone whose days and months begin parts; null for UTC
  public static List<BarBegin> between(
      PositionCodec codec, Position first, Position last, int most, @Nullable String zone) {
    AttributeValue low = codec.sortValue(first);
    List<BarBegin> begins = new ArrayList<>();
    try {
      SortScale.begins(codec.sortType(), low, codec.sortValue(last), most, zone)
          .forEach(value -> of(codec, value).ifPresent(begins::add));
    } catch (UnfitException e) {
      throw new IllegalArgumentException("a sort value of another type", e);
    }
    boolean startsLate = begins.isEmpty() || begins.getFirst().before().compareTo(first) > 0;
    if (startsLate) {
      of(codec, low).ifPresent(begins::addFirst);
    }
    return begins;
  }

  /// Empty if the round value is none of the type: it is too small, or has too many digits.
  private static Optional<BarBegin> of(PositionCodec codec, AttributeValue value) {
    try {
      return Optional.of(new BarBegin(SortText.text(codec.sortType(), value), codec.before(value)));
    } catch (UnfitException e) {
      return Optional.empty();
    }
  }

  /// Divides the range between two sort values into parts of equal length that begin at round
  /// values, as the axis of a chart does: at the begin of a month or day of the zone, or at
  /// multiples of 1, 2 or 5.
  static final class SortScale {
    /// A step of the calendar. Weeks begin on Mondays.
    private record Step(int amount, ChronoUnit unit) {}

    private static final List<Step> STEPS =
        Stream.of(
                steps(ChronoUnit.MILLIS, 1, 2, 5, 10, 20, 50, 100, 200, 500),
                steps(ChronoUnit.SECONDS, 1, 2, 5, 10, 30),
                steps(ChronoUnit.MINUTES, 1, 2, 5, 10, 30),
                steps(ChronoUnit.HOURS, 1, 2, 3, 6, 12),
                steps(ChronoUnit.DAYS, 1, 2),
                steps(ChronoUnit.WEEKS, 1, 2),
                steps(ChronoUnit.MONTHS, 1, 2, 3, 6),
                steps(ChronoUnit.YEARS, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000),
                steps(ChronoUnit.YEARS, 10_000))
            .flatMap(step -> step)
            .toList();

    private static final List<Integer> ROUND = List.of(1, 2, 5);
    private static final LocalDate MONDAY = LocalDate.of(1970, 1, 5);
    private static final int MONTHS_OF_YEAR = 12;

    private SortScale() {}

    private static Stream<Step> steps(ChronoUnit unit, int... amounts) {
      return Arrays.stream(amounts).mapToObj(amount -> new Step(amount, unit));
    }

    /// @throws InvalidParameter if there is no distance between sort values of the type
    static void check(SortType type, int bars) {
      boolean hasDistance =
          type instanceof SortType.AsTime
              || type instanceof IntegerSort
              || type instanceof NumberSort;
      if (!hasDistance) {
        throw new InvalidParameter(
            "bars",
            Integer.toString(bars),
            "none, as the sort values of this listing are neither times nor numbers");
      }
    }

    /// @param low the smallest sort value
    /// @param high the largest
    /// @param most how many parts at most
    /// @return the begin of each part; the first is not larger than `low`
    /// @throws UnfitException if a value is none of the type
    static List<AttributeValue> begins(
        SortType type, AttributeValue low, AttributeValue high, int most, @Nullable String zone)
        throws UnfitException {
      if (!(type instanceof SortType.AsTime times)) {
        return numbers(new BigDecimal(low.n()), new BigDecimal(high.n()), most, type);
      }
      Clocks clocks = Clocks.of(times, zone);
      LocalDateTime first = clocks.local(times.time(low));
      LocalDateTime last = clocks.local(times.time(high));
      List<LocalDateTime> begins =
          STEPS.stream()
              .filter(step -> Clocks.isIn(times, step.unit()))
              .map(step -> begins(step, first, last, most))
              .filter(some -> some.size() <= most)
              .findFirst()
              .orElseGet(() -> List.of(first));
      Set<AttributeValue> values = new LinkedHashSet<>();
      for (LocalDateTime begin : begins) {
        LocalDateTime moment = clocks.moment(begin);
        if (Clocks.isValid(moment)) {
          values.add(times.value(moment));
        }
      }
      return List.copyOf(values);
    }

    /// @return as many as there are, or one more than `most`
    private static List<LocalDateTime> begins(
        Step step, LocalDateTime first, LocalDateTime last, int most) {
      List<LocalDateTime> begins = new ArrayList<>();
      for (LocalDateTime at = floor(first, step);
          !at.isAfter(last) && begins.size() <= most;
          at = at.plus(step.amount(), step.unit())) {
        begins.add(at);
      }
      return begins;
    }

    private static LocalDateTime floor(LocalDateTime time, Step step) {
      return switch (step.unit()) {
        case YEARS -> LocalDateTime.of(lower(time.getYear(), step), 1, 1, 0, 0);
        case MONTHS -> {
          int months = lower(time.getYear() * MONTHS_OF_YEAR + time.getMonthValue() - 1, step);
          yield LocalDateTime.of(months / MONTHS_OF_YEAR, months % MONTHS_OF_YEAR + 1, 1, 0, 0);
        }
        case WEEKS, DAYS -> {
          long length = step.unit().getDuration().toDays() * step.amount();
          long days = ChronoUnit.DAYS.between(MONDAY, time.toLocalDate());
          yield MONDAY.plusDays(Math.floorDiv(days, length) * length).atStartOfDay();
        }
        default -> {
          LocalDateTime day = time.toLocalDate().atStartOfDay();
          long units = step.unit().between(day, time);
          yield day.plus(units / step.amount() * step.amount(), step.unit());
        }
      };
    }

    private static int lower(int number, Step step) {
      return Math.floorDiv(number, step.amount()) * step.amount();
    }

    /// Two parts are enough for any range, as zero is a multiple of every step.
    private static List<AttributeValue> numbers(
        BigDecimal low, BigDecimal high, int most, SortType type) {
      if (most == 1) {
        return List.of(AttributeValue.fromN(AttributeType.canonical(low)));
      }
      BigDecimal range = high.subtract(low);
      int power = range.signum() == 0 ? 0 : range.precision() - range.scale() - 1 - 2;
      for (int exponent = type instanceof IntegerSort ? Math.max(0, power) : power; ; exponent++) {
        for (int digit : ROUND) {
          BigDecimal step = BigDecimal.valueOf(digit).scaleByPowerOfTen(exponent);
          BigInteger from = multiple(low, step);
          int parts = multiple(high, step).subtract(from).intValueExact() + 1;
          if (parts <= most) {
            return Stream.iterate(from, at -> at.add(BigInteger.ONE))
                .limit(parts)
                .map(at -> step.multiply(new BigDecimal(at)))
                .map(at -> AttributeValue.fromN(AttributeType.canonical(at)))
                .toList();
          }
        }
      }
    }

    private static BigInteger multiple(BigDecimal value, BigDecimal step) {
      return value.divide(step, 0, RoundingMode.FLOOR).toBigInteger();
    }
  }
}
