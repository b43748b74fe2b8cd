/** The words of antd's own parts. */
export { default } from 'antd/es/locale/en_US';
