package pagemark.index;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Says about how many seconds a test class takes on two cores while others run beside it, if they
/// are over ten. [LongestFirst] starts such classes before the others.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface TakesLong {
  /// In each build.
  int value() default 0;

  /// In the nightly build, if that runs more of it. `.ci/nightly` deals the classes that have it
  /// into five equal parts.
  int nightly() default 0;
}
