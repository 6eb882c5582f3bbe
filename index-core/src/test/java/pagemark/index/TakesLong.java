package pagemark.index;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a test class that takes over ten seconds in a build on two cores. [LongestFirst] starts
/// such classes before the others.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface TakesLong {
  /// About how many seconds the class takes while others run beside it.
  int value();
}
