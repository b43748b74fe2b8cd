// The calendars take their months and weekdays from here.
import 'dayjs/locale/zh-cn';

/** The words of antd's own parts. */
export { default } from 'antd/es/locale/zh_CN';
